// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of Apple's module `UserNotifications` that the documentation uses, for machines that don't have it.

public final class UNNotificationResponse: Sendable {}
