// What the share button and its dialog say.
export const share = 'Share';
export const titles = {
	video: 'Share this video',
	ad: 'Share this ad',
	tweet: 'Share this tweet',
	talk: 'Share this talk',
	picture: 'Share this picture',
	profile: 'Share this profile',
	certificate: 'Share this certificate',
};
export const facebook = 'Facebook';
export const x = 'X';
export const more = 'More';
export const link = 'Link';
export const copyEmbedCode = 'Copy embed code';
export const embedCodeCopied = 'Embed code copied';
export const embedCodeFailed = "We couldn't copy the embed code. Copy the link instead.";
