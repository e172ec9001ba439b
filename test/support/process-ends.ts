/** The running processes that tests have started: each entry ends one. */
export const ends = new Set<() => void>();

/** Ends all processes that tests have started and that still run. */
export const endProcesses = (): void => {
  for (const end of ends) end();
};

process.on('exit', endProcesses);
