const goals: Readonly<Record<string, string>> = {
  APP_ENGAGEMENTS: 'APP_CLICKS',
  APP_INSTALLS: 'APP_INSTALLS',
  ENGAGEMENTS: 'ENGAGEMENT',
  FOLLOWERS: 'FOLLOWERS',
  PREROLL_VIEWS: 'PREROLL',
  REACH: 'MAX_REACH',
  VIDEO_VIEWS: 'VIDEO_VIEW',
  WEBSITE_CLICKS: 'LINK_CLICKS',
};

/** The default goal of an objective. */
export const goalOf = (objective: unknown): string => goals[String(objective)] ?? 'ENGAGEMENT';
