export const noticeTag = 'notice';
