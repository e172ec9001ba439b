/** Accounts of the emulator's seed that the owner may use, by what they advertise. */
export const bikes = '18ce54bik3s';
export const coffee = '18ce54cf3e2';
export const travel = '18ce54trv4l';
export const games = '18ce54gam3j';
export const agency = '18ce54ag3nc';
export const startup = '18ce54n3w01';
export const big = '18ce54big8k';

/** The id of `emulator_colleague`, the user who shares some of them. */
export const colleague = '1500000000000000002';
