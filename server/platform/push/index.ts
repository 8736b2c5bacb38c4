export { createFirebasePush, type FirebaseOptions } from './firebase.ts';
export type { PushEngine, PushMessage, PushResult } from './push.ts';
export { createPublicPushServices, createWebPush, type PushServices, type WebPush } from './web-push.ts';
