// What the personal info page says.
export const download = 'Download my data';
export const phone = 'Phone number';
export const showPhone = 'Show my number on my profile';
export const phoneHidden = 'Others do not see your number.';
export const phoneShown = 'Everybody sees your number and can write to you on WhatsApp.';
export const phoneShownLater = 'Everybody will see your number once there is one.';
export const showPlace = 'Show my place on my profile';
export const placeHidden = 'Others do not see your place.';
export const placeShown = (place: string) => `Everybody sees "${place}".`;
export const placeShownLater = 'Everybody will see your place once there is one.';
export const scopeHint = 'This is about your profile. An ad shows the place and the number you give with it.';
export const title = 'Personal info';
export const lead = 'You decide what others see of it.';
export const saved = 'Personal info saved';
export const dataTitle = 'Your data';
export const dataHint = 'Everything we keep about you in one file: what you wrote and did, your pictures and videos.';
export const seeProfile = 'See your profile as others do';
export const downloadBegins = 'The download begins. <again>Nothing happened?</again>';
