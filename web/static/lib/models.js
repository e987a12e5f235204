// The files with a solid that the server takes.

/** The ends of their names. */
export const MODEL = /\.(stl[ab]?(\.gz)?|zip|3mf)$/i;

/** What a file input offers. */
export const ENDINGS = ".stl,.stlb,.stla,.gz,.zip,.3mf";
