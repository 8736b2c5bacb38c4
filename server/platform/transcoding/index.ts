export { type EncodeStep, encodeArguments, outputArguments } from './arguments.ts';
export { type Confinement, describeConfinement } from './confine.ts';
export { TranscodingFailed, type VideoRefusal, VideoRefused } from './errors.ts';
export { planRenditions, type RenditionPlan } from './plan.ts';
export { makePoster, type Poster } from './poster.ts';
export { probeVideo, type VideoFacts } from './probe.ts';
export { makeRendition, type Rendition } from './rendition.ts';
export { type FoundTools, findTools, type Tools } from './tools.ts';
