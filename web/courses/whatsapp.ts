/** A WhatsApp chat with a question filled in. Without a number WhatsApp lets people choose whom to ask. */
export function whatsAppQuestionUrl(whatsapp: string | null | undefined, question: string): string {
	return `https://wa.me/${whatsapp ?? ''}?text=${encodeURIComponent(question)}`;
}
