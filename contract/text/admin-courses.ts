// What the editor of course content says.
export const moduleTitle = (module: string, title: string) => `Module ${module}: ${title}`;
export const seeAllModules = 'See all modules';
export const seeAsLearner = 'See it as a learner';
export const moduleLoadFailed = 'The module could not be loaded';
export const videoUnsavedWarning =
	'The video is uploaded, but not part of the module yet. If you leave now, it is lost.';
export const textUnsavedWarning = 'The text is not saved yet. A draft of it stays on this device.';
export const videoUploadingWarning = 'The video is still uploading. If you leave now, the upload stops.';
export const loadingModule = 'Loading the module';
export const about = 'A text and a video for each module. One without either is taught live.';
export const seeFirstCourse = 'See the first course';
export const modulesLoadFailed = 'The modules could not be loaded';
export const text = 'Text';
export const taughtLive = 'Taught live';
export const write = 'Write';
export const preview = 'Preview';
export const draftRestored = 'This is what you wrote here last time. It is not saved yet.';
export const previewEmpty = 'Nothing is written yet.';
export const lesson = 'Lesson';
export const markdownHint =
	'Markdown: # heading, **bold**, - list, [words](https://address), ``` before and after code.';
export const saveText = 'Save the text';
export const discardChanges = 'Discard changes';
export const discardQuestion = 'Discard your changes?';
export const discardConsequence = 'The text goes back to what learners see now.';
export const textSaved = 'The text is saved';
export const videoSaved = 'The video is in. We are making it ready to play on every phone.';
export const videoRemoved = 'The video is removed';
export const videoReplacementHint = 'Learners see the video that is there until the new one has been sent.';
export const keepVideo = 'Keep the video that is there';
export const replaceVideo = 'Replace the video';
export const removeVideo = 'Remove the video';
export const removeVideoQuestion = 'Remove this video?';
export const removeVideoConsequence = (title: string) =>
	`Learners can no longer watch it in "${title}". It cannot be brought back.`;
export const videoFailed = "We couldn't process this video.";
export const videoFailedHint = 'Try it again under Failed jobs, or replace it with an MP4 file.';
export const videoProcessingHint = 'It shows here as soon as it is. You can go on meanwhile.';
