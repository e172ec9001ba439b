import type { StoredRow } from '../../store.ts';
import { itemsOf, option } from './option.ts';

const codes = itemsOf(`
am, ar, bg, bn, ca, cs, cy, da, de, el, en, es, et, eu, fa, fi, fr, ga, gl, gu, he, hi, hr, hu,
hy, id, is, it, ja, ka, km, kn, ko, lo, lt, lv, ml, mr, ms, my, nb, ne, nl, pa, pl, pt, ro, ru,
sd, si, sk, sl, sr, sv, ta, te, th, tl, tr, uk, ur, vi, zh`);

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The languages. */
export const languages: readonly StoredRow[] = codes.map((code) =>
  option('LANGUAGE', code, { name: names.of(code) ?? code }),
);
