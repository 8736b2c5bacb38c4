// What the API answers about files that are sent.
export const fileUnknown = 'There is no such file.';
export const videoLost = 'We lost this video. Send it again.';
export const videoNotProcessed = "We couldn't process this video. Save it as MP4 and send it again.";
export const permissionUnknown = 'This upload permission is not one of ours.';
export const permissionOver = 'This upload permission is over. Please try again.';
export const permissionUsed = 'This upload permission has been used.';
export const logInAgain = 'Please log in again.';
export const fileEmpty = 'This file is empty';
export const hostRefused = 'The media host did not take this file.';
export const fileNotUploadedHere = 'This is not a file that was uploaded here';
export const uploadOfAnother = 'This upload belongs to another account.';
export const privateForAdministrators = 'Only administrators can send private files.';
export const cloudUnknown = 'There is no cloud of this name here.';
export const permissionMissing = 'An upload needs a permission: upload_preset.';
export const wrongFolder = 'Not into this folder.';
export const fileUsedAlready = 'This file is part of another ad already';
export const pictureTooManyPixels = 'This picture is too large: at most 40 million pixels, or 16 million as AVIF.';
export const pictureUnreadable = 'This is not a picture we can read: choose a JPEG, PNG, WebP, GIF or AVIF.';
export const tooManyVideosWaiting = (count: number) =>
	`You have sent up to ${count} videos that are not posted yet. Post one, or try again in an hour.`;
export const tooManyPhotosWaiting = (count: number) =>
	`You have sent up to ${count} photos that are not posted yet. Post them, or try again in an hour.`;
export const formExpected = 'Send a multipart form.';
export const fileNotAskedFor = 'This is not a file we asked for';
export const pictureTooLarge = 'A picture may have at most 10 MB.';
export const oneFileAtATime = 'One file at a time';
export const formUnreadable = 'This form cannot be read.';
export const uploadUnknown = 'There is no such upload.';
export const uploadUnfinished = 'This upload is not whole yet.';
export const uploadBusy = 'This upload is being worked on. Please try again.';
export const lengthMissing = 'Say how long the file is: Upload-Length.';
export const bytesTooEarly = 'An upload begins without bytes.';
export const uploadLocked = 'This upload is being worked on.';
export const offsetElsewhere = 'The upload stands elsewhere: ask for its Upload-Offset.';
export const notAPicture = 'This is not a picture';
export const notAVideo = 'This is not a video';
/** Why a file is not taken as a picture. */
export const pictureRefusals = {
	unsupported: 'This file is not a picture we can use. Choose a JPEG, PNG, WebP, GIF or AVIF.',
	too_many_pixels: 'This picture has too many pixels. Choose a smaller one.',
	broken: 'This picture is damaged. Choose another one.',
} as const;
/** Why a file is not taken as a video. */
export const videoRefusals = {
	not_video: 'This file is not a video we can use. Choose an MP4, MOV or AVI.',
	no_video_stream: 'This file has no picture, only sound. Choose a video.',
	unsupported_codec: 'This video is packed in a way we cannot read. Save it as MP4 (H.264) and try again.',
	too_large_frame: 'This video is larger than 4K. Choose a smaller one.',
	too_long: 'This video is longer than 10 minutes. Choose a shorter one.',
	frame_rate: 'This video has more than 60 frames a second. Choose one with fewer.',
	too_many_streams: 'This video holds too many tracks. Choose one with a single picture and sound.',
	broken: 'This video is damaged. Choose another one.',
} as const;
