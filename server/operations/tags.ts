/** What everybody is told has changed. */
export const noticeTag = 'notice';
