// One import provides the slim core and every kit.
@_exported public import Resourceful
@_exported public import ResourcefulOAuth
