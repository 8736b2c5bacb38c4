// Sentences of the page that asks for the format of a post.
export const pageTitle = 'Choose a format';
export const title = 'How do you want to promote?';
export const lead = 'Choose what shows your product best. You can always post both.';
export const images = 'Promote with Images';
export const imagesHint = (max: number) => `Up to ${max} photos with a price. Quick to post, and uses little data.`;
export const videos = 'Promote with Videos';
export const videosHint = (megabytes: number) =>
	`One short video, up to ${megabytes}MB: a skit, a funny clip, or your product in action.`;
export const words = 'Or write a post';
