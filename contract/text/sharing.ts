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
