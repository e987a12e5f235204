// Package raster turns photographs from strangers into grey pictures, and works on those.
//
// The way of a photograph, from the cheapest step to the dearest:
//
//	magic        JPEG, PNG or WebP by the first bytes, whatever was promised
//	header       the format's own header; limits of pixels and side;
//	             animation refused
//	scans        a JPEG of too many scans refused
//	pixels       the format's own decoder, its panics caught
//	grey         transparency laid on white
//	orientation  turned as Exif says
//
// [Check] goes as far as the scans and allocates next to nothing. [Decode] goes all the way and is for a process that
// may be killed: the caps bound what an honest decoder needs (about 200 MB at the worst, for a progressive JPEG of half
// the pixels of others), but a lossless WebP of a megabyte can declare prefix codes that take a gigabyte, and only the
// limit of the process ends that.
//
// [Inspect] does the same up to the scans for whoever takes images from
// strangers, under limits of their own, and [Header.Decode] decodes their colours.
//
// Everything else is a pure function of its arguments: a picture is never changed in place, and a result shares no
// pixel with it. Pictures are 8-bit grey, 0 black, with their first pixel at (0, 0).
//
// Files:
//
//	decode.go       the limits of a card, Check, Decode
//	header.go       Inspect: formats, headers, limits of the caller's
//	refusal.go      why an image is refused: a reason and its facts
//	jpeg.go         the segments of a JPEG: how many scans
//	chunks.go       the chunks of PNG and WebP: animation
//	exif.go         the orientation, where each format keeps it
//	grey.go         colour to grey
//	scale.go        shrinking and enlarging
//	turn.go         quarter turns, small rotations, crops
//	outline.go      what may be a card on a table
//	edges.go        straight edges, and the four-sided figures between them
//	straighten.go   what is inside an outline, as from straight above
//	profile.go      projection profiles: the direction of lines, skew
//	tone.go         background, contrast
//	components.go   dark against its surroundings -> connected components
//	measure.go      glare, sharpness, the size of the card
package raster
