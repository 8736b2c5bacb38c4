export { createNotificationsModule } from './module.ts';
