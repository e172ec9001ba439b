/** A client's name with the characters that the log shows. */
export const logName = (name: string): string => name.replace(/[^A-Za-z0-9._@/ -]/g, '?');
