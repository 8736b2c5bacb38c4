// What the personal info page says.
export const download = 'Download my data';
export const phone = 'Phone number';
export const showPhone = 'Show my number on my profile';
export const phoneHidden = "Others can't see your number.";
export const phoneVisible = 'Everyone can see your number and chat with you on WhatsApp.';
export const phoneVisibleLater = 'Everyone can see your number when you add one.';
export const showPlace = 'Show my location on my profile';
export const placeHidden = "Others can't see your location.";
export const placeVisible = (place: string) => `Everyone can see "${place}".`;
export const placeVisibleLater = 'Everyone can see your location when you add one.';
export const scopeHint = 'This is for your profile. Each ad shows its own location and number.';
export const title = 'Personal info';
export const lead = 'You choose what others can see.';
export const saved = 'Personal info saved';
export const dataTitle = 'Your data';
export const dataHint = 'Get one file with everything we have about you: your posts, activity, photos and videos.';
export const seeProfile = 'View your public profile';
export const downloadBegins = 'Your download is starting. <again>Not working?</again>';
