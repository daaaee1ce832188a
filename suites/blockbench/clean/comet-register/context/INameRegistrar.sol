// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title INameRegistrar
 * @notice What a name registrar keeps and reports.
 */
interface INameRegistrar {
    /**
     * @notice Where a name leads.
     * @param resolver The contract that answers for the name.
     * @param ttl For how many seconds an answer may be kept.
     */
    struct Record {
        address resolver;
        uint32 ttl;
    }

    /**
     * @notice A registered name.
     * @param registrant The account that registered it.
     * @param owner The account that owns it.
     * @param price The price that the owner asks, or zero where it is not for sale.
     * @param registeredAt When it was registered.
     * @param record Where it leads.
     */
    struct Name {
        address registrant;
        address owner;
        uint96 price;
        uint64 registeredAt;
        Record record;
    }

    /**
     * @notice A commitment was made.
     * @param account The account.
     * @param commitment The commitment.
     */
    event Committed(address indexed account, bytes32 commitment);

    /**
     * @notice A name was registered.
     * @param id The identifier of the name.
     * @param registrant The account that registered it.
     * @param name The name.
     */
    event Registered(bytes32 indexed id, address indexed registrant, string name);

    /**
     * @notice A name was transferred.
     * @param id The identifier of the name.
     * @param from The former owner.
     * @param to The new owner.
     */
    event Transferred(bytes32 indexed id, address indexed from, address indexed to);

    /**
     * @notice A name was put up for sale, or taken off the market.
     * @param id The identifier of the name.
     * @param price The price, or zero.
     */
    event Offered(bytes32 indexed id, uint256 price);

    /**
     * @notice A name was sold.
     * @param id The identifier of the name.
     * @param from The seller.
     * @param to The buyer.
     * @param price The price.
     */
    event Sold(bytes32 indexed id, address indexed from, address indexed to, uint256 price);
}
