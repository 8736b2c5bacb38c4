export const siteNoticeTag = 'notice';
