// What the video upload page says, and the notice of an upload that goes on elsewhere.
export const look = 'Look';
export const waitingNotice = 'A video is waiting to be sent.';
export const notSentNotice = (problem: string) => `A video could not be sent. ${problem}`;
export const refusedNotice = (problem: string) => `A video is sent, but not saved. ${problem}`;
export const notSavedNotice = 'A video is sent, but not saved yet.';
export const sendingNotice = 'Your video is being sent.';
export const heading = 'Upload a video';
export const lead = 'Show your product at work, make people laugh, or both.';
export const titleHint = "Without one, the description's first line stands above your video.";
export const details = 'Title, price and contact <optional>(optional)</optional>';
export const otherTabSends =
	'A video is being sent from another tab. This page takes over once that tab is done or closed.';
export const otherTabFirst = 'A video that was begun in another tab is sent first. Then it is this one’s turn.';
export const notSaved = 'Your video is uploaded. Only what you wrote about it still has to be saved.';
export const leaveNotSavedKept =
	'Your video is uploaded, but not saved. Saving it is tried again when you come back here.';
export const leaveNotSaved = 'Your video is uploaded, but not saved. If you leave now, it has to be sent again.';
export const leaveNotBegun =
	'Your video is not sent yet, as another one is sent first. If you leave now, it has to be chosen again.';
export const leaveUploadingKept =
	'Your video is still uploading. If you leave now, it goes on while you look around here, or when you open the app again.';
export const leaveUploading = 'Your video is still uploading. If you leave now, it has to be chosen and sent again.';
export const posted = 'Your video is in. We are making it ready to play on every phone.';
export const seeIt = 'See it';
export const guidelines = 'Video guidelines';
export const formats = 'Formats: MP4, MOV, AVI';
export const sizeLimit = (megabytes: number) => `Limit: up to ${megabytes}MB`;
export const promotionalOnly = 'Only promotional videos are allowed';
export const otherUnsent = (name: string, problem: string) =>
	`“${name}”, which was begun in another tab, has to be sent first. ${problem}`;
export const otherRefused = (name: string, reason: string) =>
	`“${name}”, which was begun in another tab, could not be sent: ${reason} If you upload this video, it takes its place.`;
export const hostBusy = 'It cannot be taken at the moment. Please try again in a while.';
export const waiting = 'An upload is waiting';
export const waitingForNetwork = 'The connection is lost. It goes on by itself when it is back.';
export const waitingBecause = (reason: string) => `${reason} It is tried again by itself.`;
export const closeHint = 'Close this page if you like: it goes on when you open the app again.';
export const keepOpenHint = 'Keep this page open: this browser has no room to keep your video.';
export const carryOn = 'Carry on';
