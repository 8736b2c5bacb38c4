// What the mail to the people of a breach says beside the text of the administrator.
import { brand } from '../brand.ts';

export const subject = () => `About your personal data on ${brand.name}`;
export const lead = 'Something happened to personal data of yours.';
export const label = 'What happened and what you can do';
export const questions = 'Reply to this email if you have questions.';
