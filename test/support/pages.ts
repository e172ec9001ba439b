import { readFileSync } from 'node:fs';

/** The blocks of a page of the documentation that are written in a language, in their order. */
export const blocksOf = (page: string, language: string): readonly string[] => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return text
    .split('```')
    .flatMap((block, index) =>
      index % 2 === 1 && block.startsWith(`${language}\n`)
        ? [block.slice(language.length + 1)]
        : [],
    );
};
