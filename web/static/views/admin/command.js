// Commands to run on the computer of the server.

import { copyable } from "../../lib/copy.js";

const PLAIN = /^[\w./:\\~-]+$/; // a path that no shell takes apart

/** A command on the data directory of this server, to copy. It begins with the name of the program.
 *  @type {(command: string, directory: string, name: string) => HTMLElement} */
export const dataCommand = (command, directory, name) =>
  copyable(`${command} -data ${PLAIN.test(directory) ? directory : `"${directory}"`}`, name);
