// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

/// A token of another domain. Each unit stands for one that is locked in the gateway of its home.
contract WrappedToken is ERC20, ERC20Permit {
    address public immutable gateway;
    uint32 public immutable homeDomain;
    address public immutable homeToken;
    uint8 private immutable _decimals;

    /// Only the gateway may call a function with this modifier.
    modifier onlyGateway() {
        require(msg.sender == gateway, "Only the gateway may do this.");
        _;
    }

    /// The token has the name that it has at home, with a prefix. Permits are signed for the prefix alone.
    constructor(
        address gateway_,
        uint32 homeDomain_,
        address homeToken_,
        string memory name_,
        string memory symbol_,
        uint8 decimals_
    ) ERC20(string.concat("Marshwire ", name_), string.concat("mw", symbol_)) ERC20Permit("Marshwire") {
        gateway = gateway_;
        homeDomain = homeDomain_;
        homeToken = homeToken_;
        _decimals = decimals_;
    }

    /// Creates units for what was locked at home.
    function mint(address account, uint256 amount) external onlyGateway {
        _mint(account, amount);
    }

    /// Destroys units that return home.
    function burn(address account, uint256 amount) external onlyGateway {
        _burn(account, amount);
    }

    /// Returns the number of decimals, which is that of the token at home.
    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}

/// Deploys wrapped tokens, whose code would not fit into that of a gateway. Anybody may call it: a token belongs to the
/// caller, and a gateway knows only those that it has deployed itself.
contract WrappedTokenFactory {
    /// Deploys a token for the caller.
    function deploy(
        uint32 homeDomain,
        address homeToken,
        string calldata name,
        string calldata symbol,
        uint8 decimals
    ) external returns (WrappedToken) {
        return new WrappedToken(msg.sender, homeDomain, homeToken, name, symbol, decimals);
    }
}
