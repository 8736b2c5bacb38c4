export const siteNoticeCacheTag = 'notice';
