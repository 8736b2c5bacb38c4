/**
 * Returns a link to a WhatsApp chat with a prefilled question. `whatsapp` holds the digits of the recipient's phone number; without it,
 * WhatsApp asks for the recipient.
 */
export function buildWhatsAppQuestionUrl(whatsapp: string | null | undefined, question: string): string {
	return `https://wa.me/${whatsapp ?? ''}?text=${encodeURIComponent(question)}`;
}
