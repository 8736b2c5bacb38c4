// Sentences of the page on which a profile is edited.
export const displayNameHint = (userName: string) => `Shown on everything you post. Your user name stays @${userName}.`;
export const bio = 'About you';
export const bioPlaceholder = 'What you sell, how long, and how you deliver.';
export const pictureSaved = 'Photo updated';
export const pictureRemoved = 'Photo removed';
export const pictureUnreadable = "Your browser can't open this photo. It may be damaged. Choose another one.";
export const title = 'Your profile';
export const lead = 'Customers see this on your profile.';
export const saved = 'Profile saved';
export const seeProfile = 'View profile';
