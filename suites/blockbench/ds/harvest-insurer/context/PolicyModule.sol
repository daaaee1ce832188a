pragma solidity 0.4.26;

import "./PoolModule.sol";

// what is sold, and what was sold
contract PolicyStorage is PoolStorage {
    struct Product {
        bytes32 crop;
        uint rate;
        uint term;
        uint maxCover;
        bool onSale;
    }

    struct Policy {
        address holder;
        uint product;
        uint cover;
        uint ends;
        bool open;
        bool claiming;
    }

    Product[] internal products;
    Policy[] internal policies;
    mapping(address => uint) internal policyCount;

    function closePolicy(uint _id) internal {
        Policy storage item = policies[_id];
        item.open = false;
        exposed -= item.cover;
        policyCount[item.holder]--;
    }
}

contract PolicyModule is PolicyStorage {
    uint public constant BASE = 10000;
    uint public constant MAX_COVER = 100000 ether;

    event ProductAdded(uint indexed product, bytes32 crop, uint rate, uint term, uint maxCover);
    event OnSale(uint indexed product, bool onSale);
    event Bought(uint indexed policy, address indexed holder, uint indexed product, uint cover, uint premium);
    event Given(uint indexed policy, address indexed from, address indexed to);
    event Expired(uint indexed policy);

    function PolicyModule() public {
        paused = true;
    }

    // the rate is what the whole term costs, in parts of ten thousand of the cover
    function addProduct(bytes32 _crop, uint _rate, uint _term, uint _maxCover) public onlyOwner returns (uint id) {
        require(_crop != 0);
        require(_rate > 0 && _rate <= BASE);
        require(_term >= 1 days && _term <= 365 days);
        require(_maxCover > 0 && _maxCover <= MAX_COVER);
        id = products.length;
        products.push(Product(_crop, _rate, _term, _maxCover, true));
        ProductAdded(id, _crop, _rate, _term, _maxCover);
    }

    function setOnSale(uint _product, bool _onSale) public onlyOwner {
        require(_product < products.length);
        products[_product].onSale = _onSale;
        OnSale(_product, _onSale);
    }

    function buyPolicy(address _holder, uint _product, uint _cover) public running onlyFor(_holder) returns (uint id) {
        require(_product < products.length);
        Product storage item = products[_product];
        require(item.onSale);
        require(_cover > 0 && _cover <= item.maxCover);
        uint premium = premiumFor(_product, _cover);
        takeOut(_holder, premium);
        capital += premium;
        exposed += _cover;
        require(covered());
        id = policies.length;
        policies.push(Policy(_holder, _product, _cover, now + item.term, true, false));
        policyCount[_holder]++;
        Bought(id, _holder, _product, _cover, premium);
    }

    // the crop was sold, and its policy goes along
    function givePolicy(uint _id, address _to) public running {
        require(_id < policies.length && _to != 0);
        Policy storage item = policies[_id];
        require(msg.sender == item.holder);
        require(item.open && !item.claiming);
        policyCount[item.holder]--;
        item.holder = _to;
        policyCount[_to]++;
        Given(_id, msg.sender, _to);
    }

    function expirePolicy(uint _id) public running {
        require(_id < policies.length);
        Policy storage item = policies[_id];
        require(item.open && !item.claiming);
        require(now >= item.ends);
        closePolicy(_id);
        Expired(_id);
    }

    // rounded up
    function premiumFor(uint _product, uint _cover) public constant returns (uint) {
        require(_product < products.length && _cover <= MAX_COVER);
        return (_cover * products[_product].rate + BASE - 1) / BASE;
    }

    function policy(uint _id) public constant returns (address holder, uint product, uint cover, uint ends, bool open, bool claiming) {
        require(_id < policies.length);
        Policy storage p = policies[_id];
        return (p.holder, p.product, p.cover, p.ends, p.open, p.claiming);
    }

    function product(uint _id) public constant returns (bytes32 crop, uint rate, uint term, uint maxCover, bool onSale) {
        require(_id < products.length);
        Product storage p = products[_id];
        return (p.crop, p.rate, p.term, p.maxCover, p.onSale);
    }

    function policiesOf(address _holder) public constant returns (uint) {
        return policyCount[_holder];
    }
}
