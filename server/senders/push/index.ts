export { createFirebasePush, type FirebaseOptions } from './firebase.ts';
export type { PushEngine, PushMessage, PushResult } from './push.ts';
export { createBrowserPushAllowlist, createWebPush, type WebPush } from './web-push.ts';
