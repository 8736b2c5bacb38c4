// What the page of the market's settings says.
import { formatInteger } from '../../contract/core/format-integer.ts';

export const title = 'Settings';
export const lead = 'Change what people see of your market. Each section has its own save button.';
export const sections = 'Sections';
export const loading = 'Loading the settings';
export const loadFailed = "We couldn't load the settings";
export const neverChanged = 'Nothing changed yet. All defaults are in use.';
export const lastChanged = 'Last changed <time/>';
export const saved = 'Settings saved. People see them when they next open a page.';
export const useDefault = 'Use the default';
/** Accessible name of a button that fills in the default of one field. */
export const defaultButtonName = (field: string) => `Use the default: ${field}`;
export const defaultValue = (value: string) => `Default: ${value}`;
export const noDefault = 'Default: not shown';
export const unsaved = 'Not saved yet';
export const undoChanges = 'Undo changes';
export const leaveWarning = "You have settings that are not saved. You'll lose them.";

export const conflictTitle = 'Another administrator has changed this section';
export const conflictHint = 'Your input is still here. Save again to keep yours, or use theirs.';
export const useTheirs = 'Use theirs';
export const theirValue = (field: string, value: string) => `${field}: ${value}`;
export const empty = 'empty';

export const nameTitle = 'Name and tagline';
export const name = 'Name';
export const tagline = 'Tagline';
export const taglineHint = 'One line that says what your market is.';
export const slug = 'Short name in links';
export const slugHint = (path: string) => `The course page is at ${path}.`;
export const slugQuestion = 'Change the short name?';
export const slugConsequence = (before: string, after: string) =>
	`${before} becomes ${after}. Old links lead to the new address. We keep them working.`;
export const changeSlug = 'Change and save';

export const logoTitle = 'Logo';
export const logoHint = 'A square picture works best. It shows in the menu, on the home screen and in the browser tab.';
export const builtInLogo = 'The built-in logo is in use.';
export const ownLogo = 'Your own logo is in use.';
export const chooseLogo = 'Choose a logo';
export const chooseOtherLogo = 'Choose another logo';
export const useThisLogo = 'Use this logo';
export const logoSaved = 'Logo saved';
export const logoRemoved = 'The built-in logo is in use again';
export const logoAlt = 'Logo of your market';
export const newLogoAlt = 'Your new logo';
export const removeLogo = 'Use the built-in logo';
export const removeLogoQuestion = 'Use the built-in logo again?';
export const removeLogoConsequence = 'We delete your logo. To get it back, upload it again.';
export const logoConflict = 'Another administrator has changed the settings. Look at the logo above, then try again.';

export const colourTitle = 'Colour';
export const colour = 'Main colour';
export const colourHint = 'Buttons and links use it. We make a lighter shade for the dark theme.';
export const pickColour = 'Pick a colour';
export const lightTheme = 'Light theme';
export const darkTheme = 'Dark theme';
export const preview = 'Preview';
export const previewButton = 'Post an ad';
export const previewLink = 'A link';

export const contactTitle = 'Contact';
export const contactLead = 'Shown on your terms and privacy pages. Learners ask for help on WhatsApp.';
export const phone = 'Phone';
export const phoneHint = 'A number that takes calls.';
export const address = 'Postal address';

export const legalTitle = 'Terms and privacy';
export const legalLead = 'Ask a lawyer before you replace the built-in text.';
export const terms = 'Terms';
export const privacy = 'Privacy';
export const markdownHint = 'Use # for a heading, - for a list and **bold**. Leave it empty to use the built-in text.';
export const builtInText = 'The built-in text is in use.';
export const ownText = 'Your own text is in use.';
export const view = (page: string) => `Open ${page}`;
export const previewEmpty = 'Nothing to show yet. Visitors see the built-in text.';
export const useBuiltInText = 'Use the built-in text';
export const builtInQuestion = (page: string) => `Use the built-in text for ${page}?`;
export const builtInConsequence = "We delete your own text. You can't undo this.";

export const categoriesTitle = 'Categories';
export const categoriesLead =
	'Visitors see the categories in this order. Sellers can still post in hidden ones, and old links work.';
export const categoriesByAds = 'Now those with the most ads come first. Move or hide one to set your own order.';
export const categoryList = 'Order of the categories';
export const showWhileBrowsing = 'Show while browsing';
/** Accessible names of the controls of one category. */
export const showCategory = (category: string) => `Show while browsing: ${category}`;
export const moveUp = (category: string) => `Move up: ${category}`;
export const moveDown = (category: string) => `Move down: ${category}`;
export const moved = (category: string, place: number, of: number) => `${category} is now ${place} of ${of}`;
export const categoryOrder = 'Order';
export const hiddenCategories = 'Hidden';
export const noneHidden = 'none';

export const limitsTitle = 'Limits';
export const limitsLead = 'How much one account can do. Raise them as your market grows.';
export const perDay = 'New items per account and day';
export const levels = {
	unverified: 'New, email not confirmed',
	verified: 'New, email confirmed',
	older: 'Older accounts',
};
export const kinds = {
	ads: 'Ads',
	posts: 'Posts',
	comments: 'Comments',
	contacts: 'Contacts',
	reviews: 'Reviews',
	reports: 'Reports',
};
export const limitFor = (kind: string, level: string) => `${kind}, ${level}`;
export const otherLimits = 'Other limits';
export const uploads = 'Uploads per account and hour';
export const signUps = 'New accounts per network and hour';
export const phoneCodes = 'Phone codes per day';
export const phoneCodesHint = 'For the whole market. Each code costs you a text message.';
export const range = (min: number, max: number, usual: number) =>
	`${formatInteger(min)} to ${formatInteger(max)}. Default: ${formatInteger(usual)}`;
export const useDefaults = 'Use the defaults';
