export { type AnswerCache, createAnswerCache } from './answer-cache.ts';
export { networkOf } from './network.ts';
export { type RenderPage, servePages } from './pages.ts';
export { type Actor, type Policy, policies } from './policy.ts';
export { type Prepared, prepare, sendPrepared } from './prepared.ts';
export { rangeOf } from './range.ts';
export { createRepeats, type Repeats } from './repeats.ts';
export { type Call, implement, type RateClass, type Route } from './route.ts';
export { createHttpServer, defaultRates, type Rates } from './server.ts';
