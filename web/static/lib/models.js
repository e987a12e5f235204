// The files with a solid that the server takes.

/** The ends of their names. */
export const MODEL = /\.((stl[ab]?|obj|ply)(\.gz)?|zip|3mf)$/i;

/** What a file input offers. */
export const ENDINGS = ".stl,.stlb,.stla,.obj,.ply,.gz,.zip,.3mf";
