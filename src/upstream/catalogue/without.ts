/** A type without some of its members. Unlike `Omit`, it refuses names of members that are gone. */
export type Without<T, Names extends keyof T> = Pick<T, Exclude<keyof T, Names>>;
