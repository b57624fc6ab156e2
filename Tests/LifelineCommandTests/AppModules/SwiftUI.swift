// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of SwiftUI that the documentation uses, for machines that don't have it: with the isolation of the
// original, and without any effect.

import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a view without parts") }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a view without parts") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension View {
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }

  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { self }
}

public struct Text: View {
  public struct DateStyle: Sendable {
    public static let timer = DateStyle()
  }

  nonisolated public init(_ date: Date, style: DateStyle) {}
  public var body: Never { fatalError("a view without parts") }
}

public struct Toggle: View {
  nonisolated public init(_ title: String, isOn: Binding<Bool>) {}
  public var body: Never { fatalError("a view without parts") }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  public let wrappedValue: Value
}

@propertyWrapper public struct Binding<Value> {
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError("a binding without a view") }
    nonmutating set {}
  }
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: keyPath] }
  public let wrappedValue: Value
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { .active }
}

public enum ScenePhase: Sendable { case background, inactive, active }
