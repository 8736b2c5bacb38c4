export { createFirebasePush, type FirebaseOptions } from './firebase.ts';
export type { PushEngine, PushMessage, PushOutcome } from './push.ts';
export { createWebPush, type PushServices, publicPushServices, type WebPush } from './web-push.ts';
