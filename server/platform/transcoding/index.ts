export { buildEncodeArguments, type EncodeStep, outputArguments } from './arguments.ts';
export { type Confinement, describeConfinement } from './confinement.ts';
export { TranscodingError, VideoRejectedError, type VideoRejectionReason } from './errors.ts';
export { type FragmentedCopy, makeFragmentedCopy } from './fragmented.ts';
export { planRenditions, type RenditionPlan, type VideoCut } from './plan.ts';
export { fitPoster, makePoster, type Poster } from './poster.ts';
export { probeVideo, type VideoMetadata } from './probe.ts';
export { makeRendition, type Rendition } from './rendition.ts';
export { type FindToolsResult, findVideoTools, type VideoTools } from './tools.ts';
