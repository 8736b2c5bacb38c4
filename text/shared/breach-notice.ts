// What the mail to the people of a breach and the security page say beside the text of the administrator.
import { brand } from '../../contract/market-settings/brand.ts';

export const subject = () => `About your personal data on ${brand.name}`;
export const lead = 'Something happened to personal data of yours.';
export const label = 'What happened and what you can do';
export const questions = 'Reply to this email if you have questions.';
export const title = 'About your personal data';
export const loading = 'Loading our message about your data';
export const loadFailed = "We couldn't load our message about your data";
