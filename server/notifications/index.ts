export { createDevices } from './devices.ts';
export { createNotificationJobs } from './jobs.ts';
export { createNotifications, type Notifications } from './notifications.ts';
export { notificationRoutes } from './routes.ts';
export { serveNotificationStream } from './stream.ts';
export { subscribe } from './subscribe.ts';
