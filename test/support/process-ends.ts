/** The processes that tests have started and that still run: each entry ends one. */
export const ends = new Set<() => void>();

/** Ends what is still running of all that tests started. */
export const endProcesses = (): void => {
  for (const end of ends) end();
};

process.on('exit', endProcesses);
