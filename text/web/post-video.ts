// What the video upload page says, and the notice of an upload that goes on elsewhere.
export const view = 'View';
export const waitingNotice = 'A video is waiting to upload.';
export const notSentNotice = (problem: string) => `We couldn't upload your video. ${problem}`;
export const rejectedNotice = (problem: string) => `Your video is uploaded but not saved. ${problem}`;
export const notSavedNotice = 'Your video is uploaded but not saved yet.';
export const sendingNotice = 'Your video is uploading.';
export const heading = 'Upload a video';
export const lead = 'Show your product, make people laugh, or both.';
export const titleHint = 'Without a title we use the first line of your description.';
export const details = 'Title, price and details <optional>(optional)</optional>';
export const otherTabSends = 'Another tab is uploading a video. This page continues when that tab is done or closed.';
export const otherTabFirst = 'A video from another tab uploads first. Then this one starts.';
export const notSaved = 'Your video is uploaded. Now save its details.';
export const leaveNotSavedStored =
	"Your video is uploaded but not saved. We'll try to save it when you come back here.";
export const leaveNotSaved = "Your video is uploaded but not saved. If you leave now, you'll have to upload it again.";
export const leaveNotStarted = "Your video hasn't started uploading. If you leave now, you'll have to choose it again.";
export const leaveUploadingStored =
	'Your video is still uploading. It continues while you browse, or when you open the app again.';
export const leaveUploading = "Your video is still uploading. If you leave now, you'll have to start again.";
export const guidelines = 'Video guidelines';
export const formats = 'Formats: MP4, MOV, AVI';
export const sizeLimit = (megabytes: number) => `Limit: up to ${megabytes}MB`;
export const promotionalOnly = 'Only promotional videos are allowed';
export const otherUnsent = (name: string, problem: string) =>
	`“${name}” from another tab has to upload first. ${problem}`;
export const otherRejected = (name: string, reason: string) =>
	`We couldn't upload “${name}” from another tab: ${reason} If you upload this video, it replaces that one.`;
export const hostBusy = "We can't accept uploads right now. Please try again later.";
export const waiting = 'Upload waiting';
export const waitingForNetwork = "You're offline. The upload continues when you're back online.";
export const waitingBecause = (reason: string) => `${reason} We'll try again automatically.`;
export const closeHint = 'You can close this page. The upload continues when you open the app again.';
export const keepOpenHint = "Keep this page open: your browser doesn't have space to store the video.";
export const carryOn = 'Continue upload';
export const changedUnsent = "You changed this video, so we didn't send it. Check how it looks now, then tap “Upload”.";
