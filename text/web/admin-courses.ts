// What the editor of course content says.
export const moduleTitle = (module: string, title: string) => `Module ${module}: ${title}`;
export const seeAllModules = 'See all modules';
export const seeAsLearner = 'View as learner';
export const moduleLoadFailed = "We couldn't load this module";
export const videoUnsavedWarning = 'Your video is uploaded but not saved to the module. If you leave now, you lose it.';
export const textUnsavedWarning = 'Your text is not saved yet. A draft stays on this device.';
export const videoUploadingWarning = 'Your video is still uploading. If you leave now, the upload stops.';
export const loadingModule = 'Loading module';
export const about = 'Each module can have a text and a video. A module without both is taught live.';
export const seeFirstCourse = 'View the first course';
export const loadingModules = 'Loading modules';
export const modulesLoadFailed = "We couldn't load the modules";
export const text = 'Text';
export const taughtLive = 'Taught live';
export const write = 'Write';
export const preview = 'Preview';
export const draftRestored = 'We restored your draft. It is not saved yet.';
export const previewEmpty = 'No text yet.';
export const lesson = 'Lesson';
export const markdownHint =
	'Markdown: # heading, **bold**, - list, [words](https://address), ``` before and after code.';
export const saveText = 'Save text';
export const discardChanges = 'Discard changes';
export const discardQuestion = 'Discard your changes?';
export const discardConsequence = 'The text goes back to the version learners see now.';
export const textSaved = 'Text saved';
export const videoSaved = "Video saved. We're processing it so it plays on every phone.";
export const videoRemoved = 'Video removed';
export const videoReplacementHint = 'Learners see the old video until the new one is uploaded.';
export const keepVideo = 'Keep current video';
export const replaceVideo = 'Replace video';
export const removeVideo = 'Remove video';
export const removeVideoQuestion = 'Remove this video?';
export const removeVideoConsequence = (title: string) =>
	`Learners can no longer watch it in "${title}". You can't undo this.`;
export const videoFailed = "We couldn't process this video.";
export const videoFailedHint = 'Try again under Failed jobs, or replace it with an MP4 file.';
export const videoProcessingHint = 'It appears here when it is ready. You can keep working.';
