// Sentences where a seller edits a video before the upload.
export const editVideo = 'Edit video';
export const heading = 'Edit your video';
export const done = 'Done';
export const undoAll = 'Undo all';
export const opening = 'Opening your video';
export const cannotShow =
	"This browser can't show this video, so you can't trim it or choose a cover here. You can still remove the sound and add text.";
export const play = 'Play';
export const pause = 'Pause';
export const soundOn = 'Turn sound on';
export const soundOff = 'Turn sound off';
export const clip = 'Your video';
export const trim = 'Trim';
export const trimStart = 'Start';
export const trimEnd = 'End';
export const trimRange = (start: string, end: string, seconds: string) => `${start} to ${end} (${seconds} s)`;
export const removeSound = 'Remove sound';
export const text = 'Text on the video';
export const textHint = 'For example the price, or “Free delivery”.';
export const cover = 'Cover';
export const coverByUs = 'We pick a good picture for you.';
export const coverAt = (time: string) => `Your cover is the picture at ${time}.`;
export const chooseForMe = 'Pick for me';
export const coverPreview = 'Cover picture';
export const editing = (percent: number) => `Making your changes: ${percent}%`;
export const editProgress = 'Making your changes';
export const edited = (before: string, after: string) => `Your changes are ready: <sizes>${before} → ${after}</sizes>`;
export const editAfterUpload = 'Upload first, edit later';
export const editedAfterUpload = (size: string) => `We'll make your changes after the upload. Sending ${size}.`;
export const discardQuestion = 'Discard your changes?';
export const discardConsequence = 'Your video goes back to how it was before you opened the editor.';
export const keepEditing = 'Keep editing';
export const handleTime = (handle: string, time: string) => `${handle}: ${time}`;
export const startEarlier = 'Start earlier';
export const startLater = 'Start later';
export const endEarlier = 'End earlier';
export const endLater = 'End later';
export const stepBack = '−0.1 s';
export const stepForward = '+0.1 s';
export const editFailed = "We couldn't make your changes on this device.";
export const editUndecided =
	"We didn't send your video, because your changes aren't made. Choose below the video what to do.";
export const editHere = 'Make the changes here';
export const editImpossible = "This device can't make these changes. Your video stays as it was before them.";
export const editNotAfterUpload =
	"We can't change this video after the upload. Make the changes on this device, or edit the video and undo them.";
