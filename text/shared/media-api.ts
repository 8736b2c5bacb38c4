// What the API answers about files that are sent.
export const fileUnknown = 'File not found.';
export const videoLost = 'We lost this video. Please upload it again.';
export const videoNotProcessed = "We couldn't process this video. Save it as MP4 and send it again.";
export const permissionUnknown = 'This upload permission is not valid.';
export const permissionOver = 'This upload permission has expired. Please try again.';
export const permissionUsed = 'This upload permission was already used.';
export const logInAgain = 'Please log in again.';
export const fileEmpty = 'This file is empty';
export const hostRejected = 'The media host rejected this file.';
export const fileNotUploadedHere = 'This file was not uploaded here';
export const uploadOfAnother = 'This upload belongs to another account.';
export const privateForAdministrators = 'Only administrators can send private files.';
export const cloudUnknown = 'Unknown cloud name.';
export const permissionMissing = 'Send the upload_preset.';
export const wrongFolder = 'You cannot upload to this folder.';
export const fileUsedAlready = 'This file is already used in another ad';
export const tooManyVideosWaiting = (count: number) =>
	`You have ${count} uploaded videos waiting. Post one, or try again in an hour.`;
export const tooManyPhotosWaiting = (count: number) =>
	`You have ${count} uploaded photos waiting. Post them, or try again in an hour.`;
export const formExpected = 'Send a multipart form.';
export const fileNotAskedFor = 'Unexpected file';
export const pictureTooLarge = 'Use a photo of up to 10 MB.';
export const moreThanAnnounced = 'This file is bigger than you announced. Ask for another upload.';
export const oneFileAtATime = 'Send one file at a time';
export const formUnreadable = "We can't read this form.";
export const uploadUnknown = 'Upload not found.';
export const chunkUnknown = "We don't have the start of this file. Please send it again from the beginning.";
export const chunkRangeUnreadable = 'Wrong Content-Range or X-Unique-Upload-Id.';
export const chunkLengthWrong = 'This chunk is shorter or longer than its Content-Range.';
export const chunkElsewhere = (bytes: number) => `Wrong Content-Range. The next chunk starts at byte ${bytes}.`;
export const linkNotFetched = "We don't download files from links. Send the file itself.";
export const fileAsText = 'Send a file, or a data URI in base64.';
export const resourceTypeUnknown = 'Choose the resource_type image or video.';
export const fileInUse = "You can't delete this file: your ad, post or profile uses it. Remove it there.";
export const uploadUnfinished = 'This upload is not complete yet.';
export const uploadBusy = "We're working on this upload. Please try again.";
export const lengthMissing = 'Send the file size in Upload-Length.';
export const bytesTooEarly = 'Create an upload without bytes.';
export const uploadLocked = "We're working on this upload.";
export const offsetElsewhere = 'Wrong offset. Ask for the current Upload-Offset.';
export const editOnOtherHost = "We can't change this video here. Send it as it is.";
export const notAPicture = 'This file is not a photo';
export const notAVideo = 'This file is not a video';
/** Why a file is not taken as a picture. */
export const pictureRejections = {
	unsupported: "We can't use this photo. Choose a JPEG, PNG, WebP, GIF or AVIF.",
	heic: "We can't use HEIC photos. On an iPhone, go to Settings, then Camera, then Formats. Tap Most Compatible and take the photo again. Or send a screenshot of it.",
	too_many_pixels: 'This photo is too large. Use up to 40 million pixels, or 16 million as AVIF.',
	broken: 'This photo is damaged. Take it again or choose another one.',
} as const;
/** Why a file is not taken as a video. */
export const videoRejections = {
	not_video: "We can't use this video. Choose an MP4, MOV or AVI.",
	no_video_stream: 'This file has no picture, only sound. Choose a video.',
	unsupported_codec: "We can't read this video. Save it as MP4 (H.264) and try again.",
	too_large_frame: 'This video is larger than 4K. Choose a smaller one.',
	too_long: 'This video is longer than 10 minutes. Choose a shorter one.',
	too_short: 'This video is too short. Choose one of at least half a second.',
	too_many_streams: 'This video has too many picture or sound tracks. Choose one with fewer.',
	incomplete:
		'This video breaks off: a part of the file is missing. Copy it to your phone again, or choose another one.',
	broken: 'This video is damaged. Choose another one.',
	cut_too_short: 'You kept less than one second of this video. Send it again and keep more.',
} as const;
