// What the page says that asks for the format of a post.
export const pageTitle = 'Choose a format';
export const title = 'How do you want to promote?';
export const lead = 'Choose what shows your product best. You can post as many of both as you like.';
export const images = 'Promote with Images';
export const imagesHint = (max: number) => `Up to ${max} pictures with a price. Light on your data, and quick to post.`;
export const videos = 'Promote with Videos';
export const videosHint = (megabytes: number) =>
	`One short video, up to ${megabytes}MB: a skit, a funny clip, or your product at work.`;
export const words = 'Or say something';
