// Package picture turns an uploaded image into the small JPEG that the server stores and serves.
//
// The steps of an upload, the cheapest first:
//
//	magic        JPEG or PNG by the first bytes, whatever the file's name or media type
//	header       DecodeConfig; limits of pixels and side, 16-bit PNG refused
//	scans        a JPEG of more than 64 scans refused, of more than 4 if it is not progressive
//	slot         wait until few enough other images are in memory
//	pixels       the format's own decoder, its panics caught
//	fit          shrunk to 640 pixels on the long side, never enlarged
//	orientation  turned as EXIF says
//	flatten      transparency laid on white
//	encode       JPEG, quality 85
//
// The steps up to the scans allocate almost no memory.
//
// The package calls the decoders of image/jpeg and image/png by name and never image.Decode: the imaging library, used
// here for geometry alone, registers TIFF, BMP and GIF with image.Decode for the whole binary.
//
// The stored JPEG is encoded again from pixels. It has nothing else of the upload: no EXIF (place, time, camera), no
// thumbnail, no comment, no colour profile, no data after the image. Colours are read as sRGB.
//
// The steps up to the scans, the orientation and the pixels are those of ocr/raster, which reads
// photographs of cards, under the limits of this package.
package picture
