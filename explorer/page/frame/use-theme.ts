import { useEffect, useState } from 'preact/hooks';
import { keep, read } from '../work/storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/** The page's theme, stored in this browser. */
export const useTheme = () => {
  const [theme, setTheme] = useState<Theme>(() => read(localStorage, 'theme', isTheme) ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    keep(localStorage, 'theme', theme);
  }, [theme]);
  return { theme, setTheme };
};
