// What the page says on which a profile is edited.
export const displayNameHint = (userName: string) =>
	`Shown beside everything you post. Your user name stays @${userName}.`;
export const bio = 'About you';
export const bioPlaceholder = 'What you sell, since when, how you deliver.';
export const pictureSaved = 'Your picture is up';
export const pictureRemoved = 'Your picture is gone';
export const pictureUnreadable = 'This browser cannot read the picture. Choose a JPEG, PNG or WebP.';
export const title = 'Your profile';
export const lead = 'This is what customers see when they look at who sells.';
export const saved = 'Profile saved';
export const seeProfile = 'See your profile';
