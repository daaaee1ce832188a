// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// Sends tokens to other domains, and receives them.
interface ITokenGateway {
    /// The contracts of another domain to which this gateway listens.
    struct Peer {
        address gateway;
        address inbox;
    }

    /// Where a wrapped token comes from.
    struct Home {
        uint32 domain;
        address token;
    }

    /// What a sender wants. The lifetime is in seconds. If there are data, the recipient is called with them.
    struct Order {
        address token;
        uint256 amount;
        uint32 destinationDomain;
        address recipient;
        uint32 gasLimit;
        uint64 lifetime;
        bytes data;
    }

    /// What one gateway tells the other. The last four fields describe the token for the case that it arrives for the
    /// first time.
    struct Transfer {
        address sender;
        address recipient;
        uint256 amount;
        bytes data;
        Home home;
        string name;
        string symbol;
        uint8 decimals;
    }

    /// What is given back if a message expires.
    struct Outgoing {
        address sender;
        address token;
        uint256 amount;
    }

    event TransferSent(bytes32 indexed identifier, address indexed sender, address indexed token, uint256 amount);
    event TransferReceived(bytes32 indexed identifier, address indexed recipient, address indexed token, uint256 amount);
    event TransferReturned(bytes32 indexed identifier, address indexed sender, address indexed token, uint256 amount);
    event PeerConnected(uint32 indexed domain, address gateway, address inbox);
    event TokenListed(address indexed token, bool listed);
    event TokenWrapped(uint32 indexed homeDomain, address indexed homeToken, address wrapped);
}
