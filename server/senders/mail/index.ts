export {
	type AddressedMail,
	type ComposedMail,
	composeMail,
	containsLink,
	createMailer,
	type MailContent,
	type Mailer,
} from './compose-mail.ts';
export { createMailTransport, type MailTransport } from './mail.ts';
export {
	createMailRecipients,
	type MailAddress,
	type MailRecipients,
	type Recipient,
	toProvenRecipient,
} from './recipients.ts';
