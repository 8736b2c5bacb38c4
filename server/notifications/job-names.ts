/** Tells who is concerned of something that happened. */
export const newsJob = 'notifications.news';
/** Sends a notice to one device. */
export const pushJob = 'notifications.push';
