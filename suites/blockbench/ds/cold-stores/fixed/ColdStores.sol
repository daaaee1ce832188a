// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IPallet {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev Signatures of 65 bytes over a structured digest.
library Stamp {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    error BadLength(uint256 length);

    function domainOf(string memory name, address place) internal view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(name)), keccak256("1"), block.chainid, place) //~ BENIGN SIGNATURE the place is the depot itself
        );
    }

    function signer(bytes32 domain, bytes32 content, bytes calldata stamp) internal pure returns (address) {
        if (stamp.length != 65) revert BadLength(stamp.length);
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domain, content));
        return ecrecover(digest, uint8(stamp[64]), bytes32(stamp[0:32]), bytes32(stamp[32:64])); //~ BENIGN SIGNATURE the dispatcher is never zero, and numbers are used once
    }
}

/// @title ColdStore
/// @notice One of the firm's depots. Packers leave pallets of a good here; the firm's dispatcher sells them by signing release
///         orders, and the buyer, or a haulier for the buyer, presents the order at the gate.
contract ColdStore {
    using Stamp for bytes32;

    bytes32 private constant ORDER_TYPE =
        keccak256("Order(address good,address buyer,uint256 pallets,uint256 number,uint256 lastDay)");

    struct Order {
        address good;
        address buyer;
        uint256 pallets;
        uint256 number;
        uint256 lastDay;
    }

    ColdStores public immutable firm;
    bytes32 public immutable domain;
    string public town;

    mapping(address good => mapping(address packer => uint256)) public leftBy;
    mapping(uint256 number => bool) public released;
    mapping(address good => uint256) public sold;

    event Left(address indexed good, address indexed packer, uint256 pallets);
    event Fetched(address indexed good, address indexed packer, uint256 pallets);
    event Released(uint256 indexed number, address indexed good, address indexed buyer, uint256 pallets);

    error OrderUsed(uint256 number);
    error OrderExpired(uint256 lastDay);
    error NotDispatched(address signer);
    error NothingForNobody();
    error Refused();

    constructor(ColdStores firm_, string memory town_) {
        domain = Stamp.domainOf("Cold stores", address(this)); //~ BENIGN SIGNATURE every depot has a domain of its own
        firm = firm_;
        town = town_;
    }

    /// @notice Leaves pallets at this depot.
    function leave(address good, uint256 pallets) external {
        leftBy[good][msg.sender] += pallets;
        emit Left(good, msg.sender, pallets);
        if (!IPallet(good).transferFrom(msg.sender, address(this), pallets)) revert Refused();
    }

    /// @notice A packer takes back what the firm has not sold; the firm sells last what came last and settles by invoice.
    function fetch(address good, uint256 pallets) external {
        leftBy[good][msg.sender] -= pallets; //~ BENIGN ARITHMETIC checked, nobody fetches more than was left
        emit Fetched(good, msg.sender, pallets);
        if (!IPallet(good).transfer(msg.sender, pallets)) revert Refused();
    }

    /// @notice Hands the pallets of an order to its buyer.
    /// @param order what was sold
    /// @param stamp signature of the dispatcher
    function release(Order calldata order, bytes calldata stamp) external {
        if (order.lastDay < block.timestamp / 1 days) revert OrderExpired(order.lastDay); //~ UNRELATED TIMESTAMP a validity of days
        if (order.buyer == address(0)) revert NothingForNobody(); //~ BENIGN INPUT_VAL
        if (released[order.number]) revert OrderUsed(order.number); //~ BENIGN STATE_MOD an order belongs to one depot, which crosses it out
        address signer = domain.signer(keccak256(abi.encode(ORDER_TYPE, order)), stamp);
        if (signer != firm.dispatcher()) revert NotDispatched(signer); //~ BENIGN SIGNATURE one key, and a domain for each depot

        released[order.number] = true;
        sold[order.good] += order.pallets;
        emit Released(order.number, order.good, order.buyer, order.pallets);
        if (!IPallet(order.good).transfer(order.buyer, order.pallets)) revert Refused(); //~ BENIGN FUND_XFER to the buyer whom the dispatcher named
    }
}

/// @title ColdStores
/// @notice The firm: opens depots and appoints one dispatcher for all of them.
contract ColdStores {
    address public immutable board;
    address public dispatcher;
    ColdStore[] public depots;

    event DispatcherSet(address indexed dispatcher);
    event DepotOpened(uint256 indexed index, ColdStore depot, string town);

    error BoardOnly();
    error NoDispatcher();

    modifier onlyBoard() {
        if (msg.sender != board) revert BoardOnly();
        _;
    }

    constructor(address dispatcher_) {
        board = msg.sender;
        _setDispatcher(dispatcher_);
    }

    function setDispatcher(address dispatcher_) external onlyBoard {
        _setDispatcher(dispatcher_);
    }

    function open(string calldata town) external onlyBoard returns (ColdStore depot) {
        depot = new ColdStore(this, town);
        depots.push(depot);
        emit DepotOpened(depots.length - 1, depot, town);
    }

    function _setDispatcher(address dispatcher_) private {
        if (dispatcher_ == address(0)) revert NoDispatcher();
        dispatcher = dispatcher_;
        emit DispatcherSet(dispatcher_);
    }
}
